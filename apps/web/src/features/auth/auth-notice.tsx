import { Banner } from '../../ui/banner.tsx';
import type { AuthMessage } from './auth-messages.ts';

/** The live region is always there, so that a message appearing in it is read out. */
export function AuthNotice({ message }: { message: AuthMessage | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {message ? (
        <Banner tone="danger">
          <p>{message.text}</p>
          {message.hints ? (
            <ul className="mt-1 list-disc pl-5 text-13">
              {message.hints.map((hint) => (
                <li key={hint}>{hint}</li>
              ))}
            </ul>
          ) : null}
        </Banner>
      ) : null}
    </div>
  );
}
