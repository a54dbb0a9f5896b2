import { FileInput, GraduationCap, ListPlus, Users } from 'lucide-react';
import { type Destination, DestinationCard } from './destination-card.tsx';

const actions: readonly Destination[] = [
  {
    name: 'Start Learning',
    href: '/pkm-hub',
    icon: GraduationCap,
    text: 'Read, search and ask your library',
    badge: 'Primary',
  },
  { name: 'Import Articles', href: '/import', icon: FileInput, text: 'Bring in a page by its address' },
  { name: 'Browse Community', href: '/community', icon: Users, text: 'See what others publish', badge: 'Beta' },
  { name: 'Create Task', href: '/todos', icon: ListPlus, text: 'Write down what is to be done' },
];

export function QuickActions() {
  return (
    <section aria-labelledby="quick-actions" className="grid gap-4">
      <h2 id="quick-actions" className="text-18 font-semibold">
        Quick Actions
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 2xl:grid-cols-4">
        {actions.map((action) => (
          <li key={action.name} className="grid">
            <DestinationCard {...action} />
          </li>
        ))}
      </ul>
    </section>
  );
}
