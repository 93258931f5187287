import { useRevalidator } from 'react-router'
import { screenTexts } from '#contract/messages.ts'
import { Refusal } from '../api.ts'
import { callSignedIn } from '../session/call-signed-in.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Route } from './+types/users'

export async function clientLoader() {
  try {
    return await callSignedIn('getUsers', {})
  } catch (problem) {
    if (problem instanceof Refusal && problem.status === 401) throw problem
    return undefined
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Users · ${matches[0]?.loaderData?.storeName ?? ''}` }]

/** How many accounts there are, and whose. */
export default function Users({ loaderData }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <div className="edges flex flex-col gap-8 pt-8 sm:pt-12">
      <div className="flex flex-wrap items-baseline justify-between gap-x-10 gap-y-2">
        <h1 className="title">Users</h1>
        {loaderData && (
          <p className="text-soft">
            Total <span className="font-display text-3xl text-ink tabular-nums">{loaderData.total}</span>
          </p>
        )}
      </div>
      {loaderData === undefined && (
        <Notice
          alert
          title={screenTexts.usersFailed}
          action={
            <Button look="ink" disabled={state === 'loading'} onClick={() => revalidate()}>
              Try again
            </Button>
          }
        />
      )}
      {loaderData?.users.length === 0 && <Notice title={screenTexts.noUserData} />}
      {loaderData !== undefined && loaderData.users.length > 0 && (
        <ul aria-label="Names" className="grid gap-x-10 border-t border-line sm:grid-cols-2 lg:grid-cols-3">
          {loaderData.users.map(({ _id, name, role }) => (
            <li key={_id} className="flex min-h-11 items-center justify-between gap-4 border-b border-line py-2">
              <span className="min-w-0 break-words">{name}</span>
              {role === 'admin' && <span className="text-sm text-soft">admin</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
