/** What a page says about itself in JSON-LD (schema.org). All values as found, unchecked. */
export interface StructuredData {
  headline: string | null;
  author: string | null;
  datePublished: string | null;
  language: string | null;
  image: string | null;
  siteName: string | null;
  description: string | null;
}

const articleType = /(?:Article|BlogPosting|Report|Review|Chapter|CreativeWork|Book|ShortStory|WebPage)$/;
const maxScriptLength = 500_000;
const maxNodes = 2_000;

/** Reads the first article-like object out of a page's JSON-LD scripts; broken scripts are passed over. */
export function structuredData(scripts: readonly string[]): StructuredData | null {
  const candidates = scripts.flatMap((script) => objectsIn(script)).filter(isArticle);
  // Pages often describe themselves (`WebPage`) before their article.
  const best =
    candidates.find((candidate) => !typesOf(candidate).every((type) => type.endsWith('WebPage'))) ?? candidates[0];
  if (!best) return null;
  return {
    headline: text(best.headline) ?? text(best.name),
    author: names(best.author ?? best.creator),
    datePublished: text(best.datePublished) ?? text(best.dateCreated),
    language: text(best.inLanguage) ?? text(property(best.inLanguage, 'alternateName')),
    image: firstImage(best.image) ?? text(best.thumbnailUrl),
    siteName: text(property(best.publisher, 'name')),
    description: text(best.description),
  };
}

type Json = Record<string, unknown>;

function objectsIn(script: string): Json[] {
  if (script.length > maxScriptLength) return [];
  let root: unknown;
  try {
    root = JSON.parse(script.replace(/^\s*<!(?:--|\[CDATA\[)|(?:\]\]>|-->)\s*$/g, ''));
  } catch {
    return [];
  }
  const found: Json[] = [];
  const queue: unknown[] = [root];
  while (queue.length > 0 && found.length < maxNodes) {
    const next = queue.shift();
    if (Array.isArray(next)) queue.push(...next.slice(0, maxNodes));
    else if (isObject(next)) {
      found.push(next);
      queue.push(next['@graph'], next.mainEntity, next.mainEntityOfPage);
    }
  }
  return found;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typesOf(object: Json): string[] {
  const type = object['@type'];
  return (Array.isArray(type) ? type : [type]).filter((name): name is string => typeof name === 'string');
}

function isArticle(object: Json): boolean {
  return typesOf(object).some((type) => articleType.test(type));
}

function text(value: unknown): string | null {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first.trim() ? first.trim() : null;
}

function property(value: unknown, name: string): unknown {
  const first = Array.isArray(value) ? value[0] : value;
  return isObject(first) ? first[name] : undefined;
}

function names(value: unknown): string | null {
  const people = (Array.isArray(value) ? value.slice(0, 10) : [value])
    .map((person) => text(person) ?? text(property(person, 'name')))
    // Some sites give the author's address instead of the name.
    .filter((name): name is string => name !== null && !/^https?:/i.test(name));
  return people.length > 0 ? people.join(', ') : null;
}

function firstImage(value: unknown): string | null {
  return text(value) ?? text(property(value, 'url')) ?? text(property(value, 'contentUrl'));
}
