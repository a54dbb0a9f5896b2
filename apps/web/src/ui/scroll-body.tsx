import { type HTMLAttributes, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';

interface ScrollBodyProps extends HTMLAttributes<HTMLDivElement> {
  ref?: Ref<HTMLDivElement | null> | undefined;
}

/** Scrolls what does not fit. Only then it takes the focus, so that arrow keys can scroll where nothing else is to focus. */
export function ScrollBody({ ref, children, ...rest }: ScrollBodyProps) {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useImperativeHandle<HTMLDivElement | null, HTMLDivElement | null>(ref, () => frame.current, []);
  useEffect(() => {
    const measure = () => setOverflows((frame.current?.scrollHeight ?? 0) > (frame.current?.clientHeight ?? 0));
    const observer = new ResizeObserver(measure);
    if (frame.current) observer.observe(frame.current);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div {...rest} ref={frame} tabIndex={overflows ? 0 : undefined}>
      <div ref={content}>{children}</div>
    </div>
  );
}
