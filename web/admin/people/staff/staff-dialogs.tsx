import { useState } from 'react'
import type { Administrator, StaffSet } from '#contract/accounts/staff.ts'
import { type Right, rights, rightTexts, type StaffSetKey } from '#contract/kernel/rights.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { hasRight } from '../../../session/has-right.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'

interface DialogProps {
  sets: readonly StaffSet[]
  onSaved: () => void
  onClose: () => void
}

const toChoices = (sets: readonly StaffSet[]) => sets.map(({ key, title }) => [key, title] as const)

/** The sets that the signed-in administrator can give: those without a right that is not the own. */
export function useGrantableSets(sets: readonly StaffSet[]): readonly StaffSet[] {
  const user = useSession((session) => session.user)
  return sets.filter((set) => set.rights.every((right) => hasRight(user, right)))
}

const describeSet = (set: StaffSet | undefined): string =>
  set === undefined || set.rights.length === 0
    ? 'This set has no rights.'
    : `Rights: ${set.rights.map((right) => rightTexts[right].title).join(', ')}.`

/** Creates a link, which is shown once. */
export function InviteStaff({ sets, onSaved, onClose }: DialogProps) {
  const grantable = useGrantableSets(sets)
  const first = grantable.find(({ key }) => key === 'packer') ?? grantable[0]
  const [url, setUrl] = useState<string>()
  if (url !== undefined)
    return (
      <Dialog open title="The link of the invitation" onClose={onClose}>
        <p className="break-all">{url}</p>
        <p className="text-soft">It works once, for 7 days, and is shown only now. The person who opens it chooses a name and a PIN.</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => navigator.clipboard?.writeText(url)}>Copy the link</Button>
          <Button variant="ink" onClick={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    )
  return (
    <FormDialog
      title="Invite an administrator"
      defaultValues={{ set: first?.key ?? ('packer' as StaffSetKey), email: '' }}
      submitLabel="Create the link"
      busyLabel="Creating…"
      send={(body) => callSignedIn('POST /staff/invitations', { body })}
      onSaved={(reply) => {
        setUrl(reply.url)
        onSaved()
      }}
      onClose={onClose}
    >
      {({ field, values }) => (
        <>
          <SelectField
            label="Set of rights"
            hint={describeSet(sets.find(({ key }) => key === values.set))}
            {...field('set')}
            choices={toChoices(grantable)}
          />
          <TextField label="Email" type="email" optional autoComplete="off" hint="The link is sent there." {...field('email')} />
        </>
      )}
    </FormDialog>
  )
}

/** Gives an administrator another set, and disables or enables the account. */
export function ChangeAdministrator({ administrator, sets, onSaved, onClose }: DialogProps & { administrator: Administrator }) {
  const { _id: id, name, set, isDisabled } = administrator
  const grantable = useGrantableSets(sets)
  // The own set of the person stays a choice.
  const choices = sets.filter((each) => each.key === set || grantable.includes(each))
  return (
    <FormDialog
      title={`Change ${name}`}
      defaultValues={{ set, state: isDisabled ? 'disabled' : 'enabled' }}
      send={(values) =>
        callSignedIn('PATCH /staff/:id', { params: { id }, body: { set: values.set, isDisabled: values.state === 'disabled' } })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ field, values }) => (
        <>
          <SelectField
            label="Set of rights"
            hint={describeSet(sets.find(({ key }) => key === values.set))}
            {...field('set')}
            choices={toChoices(choices)}
          />
          <SelectField
            label="Account"
            hint="A disabled account is signed out everywhere and cannot sign in."
            {...field('state')}
            choices={[
              ['enabled', 'Enabled'],
              ['disabled', 'Disabled'],
            ]}
          />
        </>
      )}
    </FormDialog>
  )
}

type SetValues = Record<Right, 'yes' | 'no'> & { needsSecondFactor: 'yes' | 'no'; masksPhones: 'yes' | 'no' }

const toAnswer = (isYes: boolean) => (isYes ? 'yes' : 'no') as 'yes' | 'no'

/** Changes what a set allows. */
export function ChangeSet({ set, onSaved, onClose }: Omit<DialogProps, 'sets'> & { set: StaffSet }) {
  const user = useSession((session) => session.user)
  const shown = rights.filter((right) => hasRight(user, right) || set.rights.includes(right))
  const defaultValues = {
    ...Object.fromEntries(rights.map((right) => [right, toAnswer(set.rights.includes(right))])),
    needsSecondFactor: toAnswer(set.needsSecondFactor),
    masksPhones: toAnswer(set.masksPhones),
  } as SetValues
  const choices = [
    ['yes', 'Yes'],
    ['no', 'No'],
  ] as const
  return (
    <FormDialog<SetValues, { message: string }>
      title={`Change ${set.title}`}
      defaultValues={defaultValues}
      isWide
      send={({ needsSecondFactor, masksPhones, ...answers }) =>
        callSignedIn('PATCH /staff/sets/:key', {
          params: { key: set.key },
          body: {
            rights: rights.filter((right) => answers[right] === 'yes'),
            needsSecondFactor: needsSecondFactor === 'yes',
            masksPhones: masksPhones === 'yes',
            version: set.version,
          },
        })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {shown.map((right) => (
            <SelectField key={right} label={rightTexts[right].title} hint={rightTexts[right].text} {...field(right)} choices={choices} />
          ))}
          <SelectField
            label="Second factor"
            hint="Whether administrators with this set must set one up."
            {...field('needsSecondFactor')}
            choices={choices}
          />
          <SelectField
            label="Masked phone numbers"
            hint="Whether only a part of shoppers' phone numbers is shown. Labels, slips and files for couriers have them whole."
            {...field('masksPhones')}
            choices={choices}
          />
        </>
      )}
    </FormDialog>
  )
}
