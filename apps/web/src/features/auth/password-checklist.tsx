import { Check, Circle } from 'lucide-react';
import { passwordRules } from './password-rules.ts';

/** Live: each line says whether it is met, in words for those who cannot see the icons. */
export function PasswordChecklist({ id, password }: { id: string; password: string }) {
  const rules = passwordRules(password);
  const met = rules.filter((rule) => rule.met).length;
  return (
    <>
      <p role="status" className="sr-only">
        {password === '' ? '' : `${met} of ${rules.length} requirements met`}
      </p>
      <ul id={id} className="grid gap-1 text-13">
        {rules.map(({ label, met }) => (
          <li
            key={label}
            className={met ? 'flex items-center gap-2 text-success' : 'flex items-center gap-2 text-ink-muted'}
          >
            {met ? <Check aria-hidden className="size-4" /> : <Circle aria-hidden className="size-4 scale-50" />}
            <span>{label}</span>
            <span className="sr-only">{met ? ' (met)' : ' (not met)'}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
