import pg from 'pg'
import { vi } from 'vitest'

/** Runs `work` and returns the SQL of every query that it sends, in order. */
export async function captureQueries(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const statements = spy.mock.calls.map(([query]) => {
      const statement = query as unknown as string | { text: string }
      return typeof statement === 'string' ? statement : statement.text
    })
    // Health checks run at any time.
    return statements.filter((statement) => statement !== 'select 1')
  } finally {
    spy.mockRestore()
  }
}
