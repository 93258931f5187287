import type { CallReply, Route } from '#contract/contract.ts'
import { ApiError, NetworkError, toRequestLine } from '../../api/client.ts'
import { renewSession } from '../../session/renew-session.ts'
import { endSession } from '../../session/session.ts'

/** Longer than for other calls, because of large images and slow connections. */
const uploadTimeoutMs = 120_000

interface Form<R extends Route> {
  readonly route: R
  readonly params?: Record<string, string>
  readonly headers?: Record<string, string>
  readonly values: Readonly<Record<string, string | number | File | undefined>>
  readonly key?: string
  readonly onProgress?: (fraction: number) => void
}

/** Sends a form and reports the upload progress from 0 to 1, which fetch cannot. Throws like `call`. */
export function sendForm<R extends Route>(input: Form<R>): Promise<CallReply<R>> {
  const { route, params, headers = {}, values, key, onProgress } = input
  const { method, url } = toRequestLine({ route, ...(params && { params }) })
  const form = new FormData()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) form.append(name, value instanceof File ? value : String(value))
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.responseType = 'json'
    request.timeout = uploadTimeoutMs
    if (key !== undefined) request.setRequestHeader('idempotency-key', key)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (onProgress) request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(new NetworkError('network'))
    request.ontimeout = () => reject(new NetworkError('timeout'))
    request.onload = () => {
      const { status, response: body } = request
      if (status === 401)
        renewSession().then((isRenewed) => {
          if (isRenewed) return resolve(sendForm(input))
          endSession()
          reject(new ApiError({ status, body }))
        }, reject)
      else if (status >= 400) reject(new ApiError({ status, body }))
      else if (body === null) reject(new NetworkError('invalid'))
      else resolve(body as CallReply<R>)
    }
    request.send(form)
  })
}
