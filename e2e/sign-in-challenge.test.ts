import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/argon2id'
import { accountErrors } from '#contract/accounts/account-errors.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './shop.ts'

/** Answers the first request as a shop under attack does, and the second one when it is released. Returns the bodies of all requests. */
async function requireChallenge({ page, counter, released }: { page: Page; counter: number; released: Promise<void> }) {
  const bodies: { solution?: string }[] = []
  const challenge = await createChallenge({
    algorithm: 'ARGON2ID',
    cost: 1,
    memoryCost: 4_096,
    counter,
    deriveKey,
    hmacSignatureSecret: 'tests',
  })
  const message = accountErrors.challenge_required.text
  await page.route('**/api/v1/users/login', async (route) => {
    bodies.push(route.request().postDataJSON())
    if (bodies.length > 1) {
      await released
      await route.continue()
    } else await route.fulfill({ status: 429, json: { error: message, message, code: 'challenge_required', challenge } })
  })
  return bodies
}

test('the browser solves a challenge by itself and signs in', async ({ shop, page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const bodies = await requireChallenge({ page, counter: 60, released })
  await shop.signIn({ name: `asha ${randomUUID().slice(0, 8)}`, pin: '1234' })
  await expect(page.getByRole('status').filter({ hasText: 'Checking your browser…' })).toBeVisible()
  await expectAccessible({ page, name: 'sign-in with a challenge' })
  release()
  await expect(page).toHaveURL(/\/UserDashboard$/)
  const { challenge, solution } = JSON.parse(Buffer.from(bodies[1]?.solution ?? '', 'base64').toString())
  expect([bodies.length, solution.counter, challenge.parameters.memoryCost]).toEqual([2, 60, 4_096])
})
