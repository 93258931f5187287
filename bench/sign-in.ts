import { apiBase } from '#contract/api.ts'

/** Signs in, and returns the cookies of the session as a header. */
export async function signIn({ origin, name, pin }: { origin: string; name: string; pin: string }): Promise<string> {
  const reply = await fetch(`${origin}${apiBase}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, pin }),
  })
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
