import pg from 'pg'
import { vi } from 'vitest'

/** Runs the work and returns every statement that was sent to a database meanwhile, in order. */
export async function captureQueries(work: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return sent.mock.calls.map(([query]) => {
      const asked = query as unknown as string | { text: string }
      return typeof asked === 'string' ? asked : asked.text
    })
  } finally {
    sent.mockRestore()
  }
}
