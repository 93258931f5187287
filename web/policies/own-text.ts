import type { PolicyName } from '#contract/settings/own-texts.ts'
import type { Block } from '#contract/settings/rich-text.ts'
import type { Call } from '../api/client.ts'

interface LoadOptions {
  readonly call: Call
  readonly policy: PolicyName
  readonly request: Request
}

/** What the owner has written for the page of a policy; empty when it could not be loaded. */
export async function loadOwnText({ call, policy, request }: LoadOptions): Promise<readonly Block[]> {
  const preview = new URL(request.url).searchParams.get('preview')
  try {
    const { text } = await call('GET /policies/:policy/text', { params: { policy }, query: preview === null ? {} : { preview } })
    return text
  } catch {
    return []
  }
}
