import { useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { describeFailure } from '../api/describe-failure.ts'
import { useReturnFocus } from '../ui/dialog/use-return-focus.ts'

type FieldErrors = Readonly<Record<string, string>>

interface Submission {
  /** what is wrong before it is sent */
  readonly errors: FieldErrors
  readonly send: () => Promise<void>
}

/** Sends an uncontrolled form once at a time. The first wrong field has the focus, and after another error the `button`. */
export function useFormSubmission() {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const button = useReturnFocus({ failed: error !== undefined, busy })

  const showFieldErrors = (errors: FieldErrors) => {
    setFieldErrors(errors)
    const [name] = Object.keys(errors)
    if (name) form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  }

  const submit = async ({ errors, send }: Submission) => {
    if (busy) return
    setError(undefined)
    showFieldErrors(errors)
    if (Object.keys(errors).length > 0) return
    setBusy(true)
    try {
      await send()
    } catch (failure) {
      const refused = failure instanceof ApiError ? failure.fields : {}
      showFieldErrors(refused)
      if (Object.keys(refused).length === 0) setError(describeFailure(failure))
    } finally {
      setBusy(false)
    }
  }

  return { form, button, busy, error, fieldErrors, submit }
}
