/** The oldest versions of browsers that are served, by their names in Vite: those of the last three years. */
export const oldestBrowsers = { chrome: 111, edge: 111, firefox: 115, safari: 16.4 } as const
