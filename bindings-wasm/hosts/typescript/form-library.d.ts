// The types of a form library, as far as the README uses one.

declare function standardSchemaResolver<T>(schema: { '~standard': { types?: { output: T } | undefined } }): (...form: unknown[]) => T;
declare function useForm<T>(options: { defaultValues: T; resolver: (...form: unknown[]) => unknown }): void;
