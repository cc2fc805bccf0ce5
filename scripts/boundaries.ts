/** The folders checked by `.dependency-cruiser.json`. Tests may import anything. */
export const FOLDERS = ['domain', 'commands', 'projections', 'timing', 'api', 'web/src', 'bench', 'scripts', 'test'];

export const BOUNDARIES = ['--config', '.dependency-cruiser.json', ...FOLDERS] as const;
