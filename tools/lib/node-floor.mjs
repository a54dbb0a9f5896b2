// Written in syntax that every Node with modules understands, because its one job is to speak on a Node that is too old.
const floor = [20, 19, 0];

/** The sentence for a Node that is too old; empty when it is new enough. */
export function nodeProblem(version) {
  const parts = String(version).split('.').map(Number);
  for (let index = 0; index < floor.length; index += 1) {
    const part = parts[index] || 0;
    if (part > floor[index]) return '';
    if (part < floor[index]) {
      return `Cairn needs Node ${floor.join('.')} or newer; this is Node ${version}. Install a current Node from https://nodejs.org and run the command again.`;
    }
  }
  return '';
}

const problem = nodeProblem(process.versions.node);
if (problem) {
  console.error(problem);
  process.exit(1);
}
