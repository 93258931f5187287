/** The hours until a time, rounded to whole ones, so that they do not depend on how fast a test runs. */
export const hoursFromNow = (time: Date | string): number => Math.round((new Date(time).getTime() - Date.now()) / 3_600_000) + 0
