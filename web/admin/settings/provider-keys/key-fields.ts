export interface KeysFormProps {
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** A key that browsers neither fill in nor correct. */
export const plainField = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

export const secretField = {
  ...plainField,
  type: 'password',
  autoComplete: 'new-password',
  hint: 'It is stored encrypted and never shown again.',
} as const
