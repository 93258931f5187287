import { useRevalidator } from 'react-router'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError } from '../api/client.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { userContext } from '../auth/guard.ts'
import { finishMerge } from '../guest-cart/merge-guest-cart.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Steps } from '../ui/steps.tsx'
import type { Route } from './+types/cart'
import { FilledCart } from './filled-cart.tsx'
import { MergeNotices } from './merge-notices.tsx'
import { useCart } from './use-cart.ts'

/** The cart with whatever a guest brought along, or why it could not be opened. */
export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  await finishMerge(context.get(userContext))
  try {
    return { lines: (await callSignedIn('getCart', {})).cart, problem: undefined }
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 401) throw problem
    return {
      lines: undefined,
      problem: problem instanceof ApiError && problem.code !== 'unknown' ? problem.message : screenTexts.cartLoadFailed,
    }
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Your Cart · ${matches[0]?.loaderData?.storeName ?? ''}` }]

/** As far as they are the same for both ways to pay; a card's last step is its payment. */
const steps = ['Cart', 'Delivery', 'On its way'] as const

export default function Cart({ loaderData }: Route.ComponentProps) {
  const cart = useCart(loaderData)
  const { lines, problem } = cart
  const { revalidate, state } = useRevalidator()
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      <div className="flex flex-col gap-6">
        <h1 className="title">Your Cart</h1>
        {lines !== undefined && lines.length > 0 && <Steps steps={steps} current={0} />}
      </div>
      <MergeNotices />
      <div role="alert" className="flex flex-wrap items-center gap-4 empty:hidden">
        {problem !== undefined && <p className="font-medium text-bad">{problem}</p>}
        {problem !== undefined && lines === undefined && (
          <Button disabled={state === 'loading'} onClick={() => revalidate()}>
            Try again
          </Button>
        )}
      </div>
      {lines?.length === 0 && (
        <EmptyState
          title={screenTexts.cartIsEmpty}
          action={
            <LinkButton variant="primary" to="/UserDashboard/product">
              Find something to wear
            </LinkButton>
          }
        >
          <p>Pieces you add wait here, on every device you sign in on.</p>
        </EmptyState>
      )}
      {lines !== undefined && lines.length > 0 && <FilledCart cart={cart} lines={lines} />}
    </div>
  )
}
