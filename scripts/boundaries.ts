/** All that is held to the rules of `.dependency-cruiser.json`. Tests say nothing about the ways between folders. */
export const FOLDERS = ['domain', 'commands', 'projections', 'timing', 'api', 'web/src', 'bench', 'scripts', 'test'];

export const BOUNDARIES = ['--config', '.dependency-cruiser.json', ...FOLDERS] as const;
