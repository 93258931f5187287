/**
 * PostgreSQL's and the network's codes for "not now": connection lost or refused, out of room, out of connections,
 * shutting down, turned into a standby, too slow.
 */
const passing = /^(08|53|57|25006|25P03|58030|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)/

/** What `pg` and Kysely say without a code. */
const lost =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|connection has been discarded/

/** Whether the database could not answer at the moment, so that trying again later may help. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // A socket that is not there; any other file that is missing has nothing to do with the database.
  if (code === 'ENOENT') return syscall === 'connect'
  return passing.test(String(code ?? '')) || lost.test(error.message)
}
