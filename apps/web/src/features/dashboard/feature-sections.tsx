import { FileInput, Library, ListTodo, Users, WandSparkles } from 'lucide-react';
import { type Destination, DestinationCard } from './destination-card.tsx';

const sections: readonly { title: string; destinations: readonly Destination[] }[] = [
  {
    title: 'Knowledge Management',
    destinations: [
      { name: 'PKM Hub', href: '/pkm-hub', icon: Library, text: 'Everything you have saved, searchable' },
      { name: 'Import Content', href: '/import', icon: FileInput, text: 'Articles from the web, with their text' },
    ],
  },
  {
    title: 'Community and Sharing',
    destinations: [
      {
        name: 'Community',
        href: '/community',
        icon: Users,
        text: 'Publish notes and build on those of others',
        badge: 'Beta',
      },
    ],
  },
  {
    title: 'Productivity Tools',
    destinations: [
      { name: 'To-Do List', href: '/todos', icon: ListTodo, text: 'Your tasks, also those from your notes' },
      { name: 'AI Transform', href: '/transform', icon: WandSparkles, text: 'Turn what you know into posts' },
    ],
  },
];

export function FeatureSections() {
  return (
    <div className="grid content-start gap-8">
      {sections.map(({ title, destinations }) => (
        <section key={title} aria-labelledby={idOf(title)} className="grid gap-4">
          <h2 id={idOf(title)} className="text-18 font-semibold">
            {title}
          </h2>
          <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4">
            {destinations.map((destination) => (
              <li key={destination.name} className="grid">
                <DestinationCard {...destination} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');
