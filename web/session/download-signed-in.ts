import type { CallInput, Route } from '#contract/contract.ts'
import { createCall, NetworkError } from '../api/client.ts'
import { saveFile } from '../api/save-file.ts'
import { createSignedInCall } from './call-signed-in.ts'

/** Without the time limit of other calls: a large file takes as long as the line needs. */
const callForFile = createSignedInCall(
  createCall(async (request) => {
    try {
      const response = await fetch(request.url, { ...request, credentials: 'same-origin' })
      const body = response.ok ? await response.blob() : await response.json().catch(() => undefined)
      return { status: response.status, body }
    } catch {
      throw new NetworkError('network')
    }
  }),
)

/** The file with which a call answers. Throws like `callSignedIn`. */
export const fetchFile = async <R extends Route>({ route, input }: { route: R; input: CallInput<R> }): Promise<Blob> =>
  (await callForFile(route, input)) as unknown as Blob

/** Saves the file with which a call answers. Throws like `callSignedIn`; nothing is saved when the connection ends early. */
export async function downloadSignedIn<R extends Route>({ route, input, fileName }: { route: R; input: CallInput<R>; fileName: string }) {
  saveFile({ name: fileName, blob: await fetchFile({ route, input }) })
}
