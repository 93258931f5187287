import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { requireStatus } from './require-status.ts'
import type { TestApp } from './test-app.ts'

interface PolicyChange extends Pick<TestApp, 'request'> {
  /** of an administrator */
  readonly cookies: Record<string, string>
  readonly change: Partial<ShopSettings['policies']>
}

/** Changes figures of the policies and publishes them. The others stay as they are. */
export async function publishPolicies({ request, cookies, change }: PolicyChange): Promise<void> {
  const { groups } = (await request('GET', '/settings', { cookies })).json()
  const { value, version } = groups.policies
  const saved = await request('PATCH', '/settings/policies', { cookies, body: { version, value: { ...value, ...change } } })
  requireStatus(saved, 200)
  requireStatus(await request('POST', '/settings/policies/publish', { cookies, body: { version: saved.json().state.version } }), 200)
}
