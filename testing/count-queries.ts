import pg from 'pg'
import { vi } from 'vitest'

/** Statements that may be sent at any time: health checks, and those of a new connection of the pool or of the subscription. */
const background = /^(select 1$|listen |\s*set statement_timeout )/

/** Runs `work` and returns the SQL of every query that it sends, in order. */
export async function captureQueries(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const statements = spy.mock.calls.map(([query]) => {
      const statement = query as unknown as string | { text: string }
      return typeof statement === 'string' ? statement : statement.text
    })
    return statements.filter((statement) => !background.test(statement))
  } finally {
    spy.mockRestore()
  }
}
