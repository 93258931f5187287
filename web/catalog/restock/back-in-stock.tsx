import { productHref } from '#contract/catalog/product-url.ts'
import type { CallReply } from '#contract/contract.ts'
import { createLinkLoaders, describeLinkPage, LinkDone, LinkFailure, useLinkAnswer } from '../../layout/mail-link.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import type { Route } from './+types/back-in-stock'

const title = 'Back in stock'

const link = createLinkLoaders((call, token) => call('POST /products/restock/find', { body: { token } }))
export const loader = link.loader
export const clientLoader = link.clientLoader

export const meta: Route.MetaFunction = ({ matches }) => describeLinkPage({ title, storeName: matches[0]?.loaderData?.storeName })

/** The page of the link in emails about stock: confirms the address or ends all such emails. Opening it changes nothing. */
export default function BackInStock({ loaderData: { token, target, error } }: Route.ComponentProps) {
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      {target === undefined ? (
        <LinkFailure title={title} error={error} action={<LinkButton to="/buy">All clothing</LinkButton>} />
      ) : (
        <Choices token={token} target={target} />
      )}
    </div>
  )
}

type Target = CallReply<'POST /products/restock/find'>

function Choices({ token, target }: { token: string; target: Target }) {
  const { product, email, state } = target
  const { answer, pending, error, message, button } = useLinkAnswer(token)
  const productLink = <LinkButton to={productHref(product)}>View the item</LinkButton>
  if (message !== undefined)
    return (
      <LinkDone title={title}>
        <p>{message}</p>
        {productLink}
      </LinkDone>
    )
  return (
    <div className="flex max-w-prose flex-col items-start gap-6">
      <h1 className="title">{title}</h1>
      <p className="wrap-anywhere">{describe(target)}</p>
      <noscript>
        <p>This page needs JavaScript.</p>
      </noscript>
      <FormError text={error} />
      <div className="flex flex-wrap gap-3">
        {state === 'unconfirmed' && (
          <Button
            ref={button}
            variant="primary"
            disabled={pending !== undefined}
            aria-busy={pending === 'POST /products/restock'}
            onClick={() => answer('POST /products/restock')}
            className="min-h-12"
          >
            Yes, email {email.length > 30 ? 'this address' : email}
          </Button>
        )}
        <Button
          disabled={pending !== undefined}
          aria-busy={pending === 'POST /products/restock/stop'}
          onClick={() => answer('POST /products/restock/stop')}
          className="min-h-12"
        >
          No more emails about stock
        </Button>
      </div>
      {state !== 'unconfirmed' && productLink}
    </div>
  )
}

function describe({ product: { name }, size, email, state }: Target): string {
  const item = size === null ? name : `${name} in ${size}`
  if (state === 'unconfirmed') return `Shall we email ${email} once, when ${item} is in stock again?`
  if (state === 'waiting') return `We’ll email ${email} once, when ${item} is in stock again.`
  return `We have emailed ${email} that ${item} is in stock again.`
}
