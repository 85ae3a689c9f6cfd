declare const isChecked: unique symbol;

/** Hash of a password that `Passwords.hashNew` has checked. Only such a hash can be stored: the compiler refuses other texts. */
export type PasswordHash = string & { readonly [isChecked]: true };
