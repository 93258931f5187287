import type { ShownRow } from '#contract/settings/front-page.ts'
import type { Call } from '../../api/client.ts'

export type FrontRowsData = readonly ShownRow[]

/** The rows of the front page; none when they could not be loaded. `preview`: the token of a link that shows drafts. */
export async function loadFrontRows({ call, preview }: { call: Call; preview: string | null }): Promise<FrontRowsData> {
  try {
    return (await call('GET /front-page/rows', { query: { preview: preview ?? undefined } })).rows
  } catch {
    return []
  }
}
