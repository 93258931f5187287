/** Where a PostgreSQL listens, on TCP or in the folder of a Unix socket. */
export type PostgresServer = { host: string; port: number; user: string; password?: string }

/** DATABASE_URL of a database. */
export function toDatabaseUrl({ host, port, user, password, database }: PostgresServer & { database: string }): string {
  return `postgres:///${database}?${new URLSearchParams({ host, port: String(port), user, ...(password && { password }) })}`
}
