import { smallControlClass, useControlledInput } from '../list-frame.tsx'

/** A date filter that submits its form on blur or Enter, not while the date is typed. */
export function DayField({ name, label, value }: { name: string; label: string; value: string | undefined }) {
  const input = useControlledInput<HTMLInputElement>(value ?? '')
  return (
    <label className="flex items-center gap-2 text-sm">
      <span className="w-10 text-soft sm:w-auto">{label}</span>
      <input
        ref={input}
        type="date"
        name={name}
        defaultValue={value}
        onBlur={(event) => event.currentTarget.value !== (value ?? '') && event.currentTarget.form?.requestSubmit()}
        className={smallControlClass}
      />
    </label>
  )
}
