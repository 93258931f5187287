import { expect, test } from 'vitest'
import { toMailbox } from './mailbox.ts'

test.each([
  [' A.sha.Rao+shop@GoogleMail.com ', 'asharao@gmail.com'],
  ['asha+1@example.com', 'asha@example.com'],
  ['Asha.Rao+a+b@Company.in', 'asha.rao@company.in'],
  ['asha@outlook.com', 'asha@outlook.com'],
  ['asha+x@outlook.com', 'asha@outlook.com'],
  ['+91987@example.com', '+91987@example.com'],
  ['आशा+दुकान@उदाहरण.भारत', 'आशा@उदाहरण.भारत'],
  ['no address', 'no address'],
])('the mailbox of %s is %s', (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox)
})
