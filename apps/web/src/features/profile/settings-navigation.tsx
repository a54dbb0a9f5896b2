import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ScrollRow } from '../../ui/scroll-row.tsx';

const sections = [
  ['general', 'General'],
  ['picture', 'Picture'],
  ['email', 'E-mail address'],
  ['password', 'Password'],
  ['sessions', 'Sessions'],
  ['notifications', 'Notifications'],
  ['appearance', 'Appearance'],
  ['data', 'Your data'],
  ['delete', 'Delete account'],
] as const;

/** To each section: a list beside them, or one row above them that stays in view on small screens. */
export function SettingsNavigation() {
  const navigate = useNavigate();
  const current = useSectionInView();
  return (
    <nav
      aria-label="Settings"
      className="sticky top-(--top-bar) z-1 -mx-4 bg-paper sm:-mx-6 lg:top-8 lg:mx-0 lg:self-start lg:bg-transparent"
    >
      <ScrollRow className="px-4 py-1.5 sm:px-6 lg:overflow-visible lg:p-0">
        <ul className="flex w-max gap-1 lg:grid lg:w-auto">
          {sections.map(([id, name]) => (
            <li key={id} className="shrink-0">
              {/* Not a Link of the router: to it each of them leads to this very page, and is current. */}
              <a
                href={`/profile/settings#${id}`}
                aria-current={id === current ? 'true' : undefined}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                  event.preventDefault();
                  void navigate({ to: '/profile/settings', hash: id, replace: true });
                  // The eye follows the scroll, the keyboard follows the focus.
                  document.getElementById(`${id}-heading`)?.focus({ preventScroll: true });
                }}
                className="flex min-h-11 items-center rounded-10 px-3 text-14 text-ink-muted hover:bg-accent-soft hover:text-ink aria-[current=true]:bg-accent-soft aria-[current=true]:text-accent max-lg:border max-lg:border-line pointer-fine:min-h-9"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </ScrollRow>
    </nav>
  );
}

/** The section that is read: the last one whose heading has come up to the top third of the window; at the end of the page the last. */
function useSectionInView(): string {
  const [current, setCurrent] = useState<string>(sections[0][0]);
  useEffect(() => {
    const look = () => {
      const { scrollHeight } = document.documentElement;
      const atEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
      const passed = sections.filter(([id]) => {
        const heading = document.getElementById(`${id}-heading`);
        return heading && (atEnd || heading.getBoundingClientRect().top < window.innerHeight / 3);
      });
      setCurrent((passed.at(-1) ?? sections[0])[0]);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return current;
}
