/** The schema of the tables of pg-boss. */
export const jobSchema = 'jobs'
