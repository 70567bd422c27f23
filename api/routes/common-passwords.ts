import { invalidField } from '#api/http/problem.ts'

// What every list of leaked passwords begins with, as far as it has 8 characters or more.
const common = new Set(
  `password passw0rd p@ssword p@ssw0rd password1 password12 password123 password1234 passwort password! 12345678
  123456789 1234567890 12345678910 87654321 987654321 11111111 00000000 22222222 88888888 99999999 12341234 11223344
  123123123 1234512345 123454321 147258369 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx qwertyui qwertyuiop qwerty12
  qwerty123 qwerty1234 qwer1234 asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 abcd1234 abc12345 a1b2c3d4 aa123456
  iloveyou iloveyou1 sunshine princess football baseball superman starwars welcome1 welcome123 letmein1 letmein123
  trustno1 whatever jennifer michelle computer internet samsung1 charlie1 jordan23 liverpool chelsea1 arsenal1
  dragon12 master12 monkey12 shadow12 michael1 ashley12 passpass testtest test1234 changeme admin123 administrator
  administrator1 guest1234 default1 secret12 q1w2e3r4 google123 facebook1 hello123 blink182 pokemon1 killer12
  corvette mercedes maverick cocacola victoria creative gateway1 access14 midnight danielle hannah12 qazwsxedc
  1qazxsw2 qweasdzxc q1w2e3r4t5 159753159 789456123 741852963 102030405 asd12345 love1234 lovelove`.split(/\s+/),
)

/** Refuses a password that is among the first that anybody would try (D-53); 422 under `password`. */
export const refuseCommonPassword = (password: string): void => {
  if (common.has(password.toLowerCase())) {
    throw invalidField('password', 'The password is too common. Please choose another one.')
  }
}
