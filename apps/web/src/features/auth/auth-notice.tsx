import { Banner } from '../../ui/banner.tsx';
import type { AuthMessage } from './auth-messages.ts';

/** A message that begins with a check mark is good news. */
const isGoodNews = (text: string) => /^[✓✔✅]/u.test(text);

/** The live region is always there, so that a message appearing in it is read out. */
export function AuthNotice({ message }: { message: AuthMessage | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {message ? (
        <Banner tone={isGoodNews(message.text) ? 'success' : 'danger'}>
          <p>{message.text}</p>
          {message.hints ? (
            <ul className="mt-1 list-disc ps-5 text-13">
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
