import type { CallInput, CallReply } from '#contract/contract.ts'
import { requireStatus } from './require-status.ts'
import { signInAdministrator } from './shoppers.ts'
import type { TestApp } from './test-app.ts'

type Draft = CallInput<'POST /offers'>['body']

let counter = 0

/** An administrator who adds offers. */
export async function createOffers({ request, database }: Pick<TestApp, 'request' | 'database'>) {
  const { cookies } = await signInAdministrator({ request, database })
  const send = (draft: object) => request('POST', '/offers', { cookies, body: draft })
  const buildDraft = (more: Partial<Draft> = {}): Draft => {
    counter += 1
    return { title: `Offer ${counter}`, code: `TEST-${counter}`, kind: 'percent', percent: 10, scope: { kind: 'all' }, ...more }
  }
  return {
    cookies,
    send,
    buildDraft,
    /** 10 % off everything by a code of its own, unless `more` says something else */
    async add(more: Partial<Draft> = {}) {
      const reply = await send(buildDraft(more))
      requireStatus(reply, 201)
      const { offer } = reply.json<CallReply<'POST /offers'>>()
      return { ...offer, code: offer.code ?? '' }
    },
    edit: (id: string, body: object) => request('PATCH', `/offers/${id}`, { cookies, body }),
    end: (id: string, version: number) => request('POST', `/offers/${id}/end`, { cookies, body: { version } }),
    read: async (id: string) => (await request('GET', `/offers/${id}`, { cookies })).json<CallReply<'GET /offers/:id'>>(),
    uses: async (id: string) => (await request('GET', `/offers/${id}/uses`, { cookies })).json<CallReply<'GET /offers/:id/uses'>>(),
    used: async (id: string) => (await database.selectFrom('offers').select('used').where('id', '=', id).executeTakeFirstOrThrow()).used,
  }
}
