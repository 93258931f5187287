import { quantities } from '../kernel/business.ts'
import type { ErrorTable } from '../kernel/errors/error-table.ts'
import { accountMails, minAdminPinLength, pinLength, staffInvitationDays } from '../kernel/limits/account-limits.ts'
import { pushLimits } from '../kernel/limits/push-limits.ts'

/** Errors of accounts, sign-in and notifications. */
export const accountErrors = {
  name_taken: { status: 409, text: 'Username already taken. Please try a different name.' },
  pin_too_short: { status: 400, text: `PIN must have at least ${pinLength.min} characters.` },
  admin_pin_too_short: { status: 400, text: `The PIN of an administrator must have at least ${minAdminPinLength} characters.` },
  pin_too_long: { status: 400, text: `PIN must have at most ${pinLength.max} characters.` },
  pin_wrong: { status: 403, text: 'This is not your current PIN.' },
  pin_unchanged: { status: 400, text: 'The new PIN is the same as the current one.' },
  account_link_invalid: {
    status: 410,
    text: `This link does not work any more. A link works once, for ${accountMails.linkMinutes} minutes. Please ask for a new one.`,
  },
  email_unchanged: { status: 400, text: 'This is your verified email address already.' },
  email_missing: { status: 409, text: 'This account has no verified email address.' },
  email_code_required: { status: 401, text: 'Enter the code that we have sent to your email address.' },
  email_code_wrong: { status: 400, text: 'This code is wrong or has expired. You can ask for a new one.' },
  phone_digits_required: { status: 401, text: 'Enter the last four digits of the phone number of your last order.' },
  phone_digits_wrong: { status: 400, text: 'These are not the last four digits of the phone number of your last order.' },
  session_not_found: { status: 404, text: 'This device is no longer signed in.' },
  push_device_not_found: { status: 404, text: 'This device is no longer notified.' },
  push_device_unknown: {
    status: 409,
    text: 'The shop does not know this browser yet. Please log out, sign in again, and then switch notifications on.',
  },
  push_devices_full: { status: 409, text: `You can be notified on ${pushLimits.devices} devices. Please remove one first.` },
  push_not_taken: { status: 503, text: 'The push service of this browser did not take the notification. Please try again later.' },
  account_locked: { status: 403, text: 'This account is locked after too many wrong PINs. Please ask the shop to unlock it.' },
  challenge_required: {
    status: 429,
    text: 'There were many sign-in attempts lately, so your browser must be checked first. Please reload the page and try again.',
  },
  sign_in_busy: { status: 503, text: 'Sign-in is very busy right now. Please try again in a few seconds.' },
  user_not_found: { status: 404, text: 'No such account.' },
  reauthentication_required: { status: 403, text: 'Please enter your PIN again to continue.' },
  second_factor_required: { status: 401, text: 'Enter the code from your authenticator app.' },
  second_factor_wrong: {
    status: 400,
    text: 'This code is wrong or was used before. Wait for the next one, and check the time of your phone.',
  },
  second_factor_missing: { status: 403, text: 'Set up your second factor to continue.' },
  second_factor_exists: { status: 409, text: 'Your second factor is on already. To move to another app, start again.' },
  admin_pin_reset: { status: 403, text: 'To reset the PIN of an administrator, run the command npm run admin.' },
  account_disabled: { status: 403, text: 'This account is disabled. Please ask an owner of the shop.' },
  last_staff: { status: 409, text: 'Somebody must be left who may change the staff. Give another administrator that right first.' },
  owners_only: { status: 403, text: 'Only owners can invite, change and disable owners.' },
  staff_rights_beyond_own: { status: 403, text: 'You can give only rights that you have yourself.' },
  owner_set_fixed: { status: 409, text: 'What owners may do cannot be changed.' },
  staff_set_changed: { status: 409, text: 'Somebody else has changed this set in the meantime. Please look at it again.' },
  staff_invitation_gone: { status: 404, text: 'This invitation was used, has expired or is revoked.' },
  staff_link_invalid: {
    status: 410,
    text: `This link does not work any more. A link works once, for ${staffInvitationDays} days. Please ask an owner of the shop for a new one.`,
  },
  data_request_gone: { status: 409, text: 'This request was closed or deleted in the meantime.' },
  addresses_full: { status: 409, text: `You can save up to ${quantities.maxAddresses} addresses. Please delete one first.` },
  api_key_invalid: { status: 401, text: 'This key is unknown, revoked or expired.' },
  api_key_refused: { status: 403, text: 'This call needs a person who signs in: it cannot be made with a key.' },
  api_key_right_missing: { status: 400, text: 'A key can have only rights that you have yourself.' },
  api_key_not_found: { status: 404, text: 'No such key.' },
  api_keys_full: { status: 409, text: 'The shop has 50 keys. Revoke one that is no longer used.' },
  address_gone: { status: 404, text: 'This address has been deleted.' },
} as const satisfies ErrorTable
