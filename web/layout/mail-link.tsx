import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { MetaDescriptor } from 'react-router'
import { maxLengths } from '#contract/kernel/business.ts'
import { call } from '../api/client.ts'
import { describeFailure } from '../api/describe-failure.ts'
import { useReturnFocus } from '../ui/dialog/use-return-focus.ts'
import { EmptyState } from '../ui/empty-state.tsx'

// Shared by the pages that links in mails open.

interface LinkRequest<Target> {
  readonly request: Request
  readonly find: (token: string) => Promise<Target>
}

/** The token of the link and what the link is about, or why there is nothing. */
export async function loadLink<Target>({ request, find }: LinkRequest<Target>) {
  const token = (new URL(request.url).searchParams.get('token') ?? '').slice(0, maxLengths.trackingToken)
  try {
    return { token, target: await find(token), error: undefined }
  } catch (error) {
    return { token, target: undefined, error: describeFailure(error) }
  }
}

export const describeLinkPage = ({ title, storeName = '' }: { title: string; storeName?: string | undefined }): MetaDescriptor[] => [
  { title: `${title} · ${storeName}` },
  { name: 'robots', content: 'noindex' },
  // The link contains a secret token.
  { name: 'referrer', content: 'no-referrer' },
]

interface LinkFailureProps {
  title: string
  error: string | undefined
  /** where to go on */
  action: ReactNode
}

/** Replaces the page of a link that does not work. */
export function LinkFailure({ title, error, action }: LinkFailureProps) {
  return (
    <EmptyState level={1} title={title} action={action}>
      <p>{error}</p>
    </EmptyState>
  )
}

/** Replaces the question of the page after its answer. The heading has the focus. */
export function LinkDone({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex max-w-prose flex-col items-start gap-4">
      <h1 ref={heading} tabIndex={-1} className="title outline-none">
        {title}
      </h1>
      {children}
    </div>
  )
}

/** The calls that need nothing but the token of the link. */
type Answer = 'POST /users/email' | 'POST /products/restock' | 'POST /products/restock/stop'

/** Sends an answer by a press of a button, which gets the focus back when the call fails. */
export function useLinkAnswer(token: string) {
  const [pending, setPending] = useState<Answer>()
  const [error, setError] = useState<string>()
  const [message, setMessage] = useState<string>()
  const button = useReturnFocus({ failed: error !== undefined, busy: pending !== undefined })
  const answer = async (name: Answer) => {
    setError(undefined)
    setPending(name)
    try {
      setMessage((await call(name, { body: { token } })).message)
    } catch (failure) {
      setError(describeFailure(failure))
    } finally {
      setPending(undefined)
    }
  }
  return { answer, pending, error, message, button }
}
