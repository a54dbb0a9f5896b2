import { Link } from '@tanstack/react-router';
import { useSession } from '../../runtime/session.ts';
import { Mark } from '../../ui/brand.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { useDocumentTitle } from '../../ui/page.tsx';

const steps = [
  { title: 'Import', text: 'Give it the address of an article. Cairn keeps the text, clean and yours.' },
  { title: 'Read', text: 'A quiet page in a good typeface, in every language and direction.' },
  { title: 'Find', text: 'Search while you type, and land on the very sentence.' },
  { title: 'Ask', text: 'Answers come only from what you saved, each sentence with its source.' },
];

export function LandingScreen() {
  const { status } = useSession();
  const signedIn = status === 'authenticated';
  useDocumentTitle(undefined);
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-12 sm:px-6 sm:py-20">
      <section className="grid justify-items-start gap-6">
        <Mark className="size-14 text-accent" />
        <h1
          tabIndex={-1}
          className="max-w-[18ch] font-serif text-36 font-semibold tracking-tight text-balance sm:text-48"
        >
          A quiet place to read, think and remember
        </h1>
        <p className="max-w-[56ch] text-18 text-ink-muted">
          Cairn is an AI-powered knowledge hub: it saves what you read, finds it again, and answers your questions from
          your own material, with sources you can open.
        </p>
        <div className="flex flex-wrap gap-3">
          <Link to={signedIn ? '/dashboard' : '/sign-up'} className={buttonClass('primary', 'px-6')}>
            Get Started
          </Link>
          {signedIn ? null : (
            <Link to="/sign-in" className={buttonClass('quiet', 'px-6')}>
              Sign In
            </Link>
          )}
        </div>
      </section>
      <section aria-labelledby="how" className="mt-16 sm:mt-24">
        <h2 id="how" className="mb-6 text-22 font-semibold tracking-tight">
          One road, from the page to the answer
        </h2>
        <ol className="grid gap-px overflow-hidden rounded-16 border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="grid content-start gap-1 bg-surface p-5">
              <h3 className="flex items-baseline gap-2 text-16 font-semibold">
                <span aria-hidden="true" className="text-13 text-accent tabular-nums">
                  {index + 1}
                </span>
                {title}
              </h3>
              <p className="text-14 text-ink-muted">{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
