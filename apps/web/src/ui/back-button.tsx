import { useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from './icon-button.tsx';

interface BackButtonProps {
  /** Where it leads when nothing of this app came before. */
  parent: string;
  className?: string | undefined;
}

/** To the previous page, over all the places in this one that were gone to since. */
export function BackButton({ parent, className }: BackButtonProps) {
  const router = useRouter();
  const stepNow = (): number => router.history.location.state.__TSR_index;
  const cameAt = useRef<number>(undefined);
  cameAt.current ??= stepNow();
  const goBack = () => {
    const now = stepNow();
    const steps = Math.max(1, now - (cameAt.current ?? now) + 1);
    if (now >= steps) router.history.go(-steps);
    else void router.navigate({ to: parent, replace: true });
  };
  return (
    <IconButton
      label="Back"
      icon={<ArrowLeft aria-hidden className="rtl:-scale-x-100" />}
      onClick={goBack}
      className={className}
    />
  );
}
