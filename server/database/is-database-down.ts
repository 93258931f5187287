/**
 * Codes of temporary failures: connection lost or refused, disk full, too many connections, shutdown, read-only, timeout, and
 * 0A000 for an unlogged table on a standby that is being promoted.
 */
const temporaryCodes = /^(08|0A000|53|57|25006|25P03|58030|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)/

/** Messages of `pg` and Kysely that have no code. */
const temporaryMessages =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|connection has been discarded/

/** Whether the database is temporarily unavailable, so that a retry may succeed. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // The database's Unix socket; any other missing file has another cause.
  if (code === 'ENOENT') return syscall === 'connect'
  return temporaryCodes.test(String(code ?? '')) || temporaryMessages.test(error.message)
}
