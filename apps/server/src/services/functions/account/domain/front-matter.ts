type Value = string | number | boolean | null | undefined | readonly string[];

/** YAML front matter. Strings are written as JSON strings, which YAML reads the same; what is empty is left out. */
export function frontMatter(values: Record<string, Value>): string {
  const lines = Object.entries(values)
    .filter(
      ([, value]) =>
        value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    )
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n`;
}
