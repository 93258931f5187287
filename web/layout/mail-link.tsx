import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { MetaDescriptor, RouterContextProvider } from 'react-router'
import { maxLengths } from '#contract/kernel/business.ts'
import { type Call, call } from '../api/client.ts'
import { describeFailure } from '../api/describe-failure.ts'
import { callContext } from '../api/load-context.ts'
import { useRequest } from '../api/use-request.ts'
import { useReturnFocus } from '../ui/dialog/use-return-focus.ts'
import { EmptyState } from '../ui/empty-state.tsx'

// Shared by the pages that links in mails open.

/** The loaders of such a page: the token of the link and what the link is about, or why there is nothing. */
export function createLinkLoaders<Target>(find: (call: Call, token: string) => Promise<Target>) {
  const load = async (send: Call, request: Request) => {
    const token = (new URL(request.url).searchParams.get('token') ?? '').slice(0, maxLengths.trackingToken)
    try {
      return { token, target: await find(send, token), error: undefined }
    } catch (error) {
      return { token, target: undefined, error: describeFailure(error) }
    }
  }
  return {
    loader: ({ context, request }: { context: Readonly<RouterContextProvider>; request: Request }) =>
      load(context.get(callContext), request),
    clientLoader: ({ request }: { request: Request }) => load(call, request),
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
  const { busy, error, run } = useRequest()
  const [pressed, setPressed] = useState<Answer>()
  const [message, setMessage] = useState<string>()
  const button = useReturnFocus({ failed: error !== undefined, busy })
  const answer = (name: Answer) => {
    setPressed(name)
    return run(async () => setMessage((await call(name, { body: { token } })).message))
  }
  return { answer, pending: busy ? pressed : undefined, error, message, button }
}
