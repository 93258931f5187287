/** DATABASE_URL of a PostgreSQL on a Unix socket. */
export function toDatabaseUrl({ host, port, user, database }: { host: string; port: number; user: string; database: string }): string {
  return `postgres:///${database}?${new URLSearchParams({ host, port: String(port), user })}`
}
