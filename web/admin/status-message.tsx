export interface Message {
  readonly text: string
  readonly isError: boolean
}

/** Announces the outcome of an action. */
export function StatusMessage({ message }: { message: Message | undefined }) {
  return (
    <p role="status" className={`font-medium empty:hidden ${message?.isError ? 'text-bad' : 'text-good'}`}>
      {message?.text}
    </p>
  )
}
