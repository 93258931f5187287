import pg from 'pg'
import { vi } from 'vitest'

/** Statements that may be sent at any time: health checks, and those of a new connection of the pool or of the subscription. */
const background = /^(select 1$|listen |\s*set statement_timeout )/

interface CapturedQuery {
  readonly text: string
  /** of a prepared statement */
  readonly name?: string | undefined
}

/** Runs `work` and returns the SQL of every query that it sends, in order. */
export const captureQueries = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await captureStatements(work)).map(({ text }) => text)

/** Runs `work` and returns every query that it sends, in order. */
export async function captureStatements(work: () => Promise<unknown>): Promise<CapturedQuery[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const statements = spy.mock.calls.map(([query]) => {
      const statement = query as unknown as string | CapturedQuery
      return typeof statement === 'string' ? { text: statement } : statement
    })
    return statements.filter(({ text }) => !background.test(text))
  } finally {
    spy.mockRestore()
  }
}
