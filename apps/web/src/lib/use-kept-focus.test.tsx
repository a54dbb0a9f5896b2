import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useKeptFocus } from './use-kept-focus.ts';

afterEach(cleanup);

function Part() {
  const frame = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [shown, setShown] = useState(true);
  const [usable, setUsable] = useState(true);
  useKeptFocus(frame, heading);
  return (
    <section ref={frame}>
      <h2 ref={heading} tabIndex={-1}>
        Part
      </h2>
      {shown ? (
        <button type="button" onClick={() => setShown(false)}>
          Remove me
        </button>
      ) : null}
      <button type="button" disabled={!usable} onClick={() => setUsable(false)}>
        Disable me
      </button>
      <button type="button">Stay</button>
    </section>
  );
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)));

it('takes the focus of what goes or is disabled to the heading', async () => {
  render(<Part />);
  for (const name of ['Remove me', 'Disable me']) {
    const button = screen.getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
    await settle();
    expect(document.activeElement, name).toBe(screen.getByRole('heading'));
  }
});

it('leaves the focus where a person has put it', async () => {
  render(<Part />);
  const button = screen.getByRole('button', { name: 'Remove me' });
  button.focus();
  screen.getByRole('button', { name: 'Stay' }).focus();
  fireEvent.click(button);
  await settle();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stay' }));
});
