/**
 * Describes the classes of Effect as their users see them. TypeDoc describes what the compiler sees: a service extends an
 * internal `Shape` and has a constructor that takes `never`, and each member of an error repeats the schema of the error.
 */
import {
  Comment,
  type CommentDisplayPart,
  DeclarationReflection,
  type ProjectReflection,
  ReferenceType,
  ReflectionKind,
  SignatureReflection,
  type SomeType
} from "typedoc"

/** The type of what a service gives, when the class is made by `Context.Service`. */
const shapeOf = ({ extendedTypes = [] }: DeclarationReflection): SomeType | undefined => {
  for (const type of extendedTypes) {
    if (type instanceof ReferenceType && type.name === "Shape" && type.package === "effect")
      return type.typeArguments?.[1]
  }
  return undefined
}

/** Puts words in the place of the parent and the constructor of a class. */
const describe = (described: DeclarationReflection, words: ReadonlyArray<CommentDisplayPart>): void => {
  for (const member of described.children?.filter(({ kind }) => kind === ReflectionKind.Constructor) ?? []) {
    described.project.removeReflection(member)
  }
  delete described.extendedTypes
  delete described.typeHierarchy
  described.comment ??= new Comment()
  if (described.comment.hasVisibleComponent()) described.comment.summary.push({ kind: "text", text: "\n\n" })
  described.comment.summary.push(...words)
}

const describeService = (service: DeclarationReflection, shape: SomeType): void =>
  describe(service, [
    { kind: "text", text: "An Effect service: " },
    { kind: "code", text: `\`yield* ${service.name}\`` },
    { kind: "text", text: " gives " },
    shape instanceof ReferenceType && shape.reflection !== undefined
      ? { kind: "inline-tag", tag: "@link", text: shape.name, target: shape.reflection }
      : { kind: "code", text: `\`${shape.toString()}\`` },
    { kind: "text", text: "." }
  ])

/** Whether `Schema.TaggedError` made the class; in this project its tag is its name. */
const isTaggedError = ({ extendedTypes = [] }: DeclarationReflection): boolean =>
  extendedTypes.some((type) => type.toString().includes("YieldableError"))

const describeError = (error: DeclarationReflection): void => {
  // What a field is set to in the sources is its schema, and not a default.
  for (const field of error.children ?? []) delete field.defaultValue
  describe(error, [
    { kind: "text", text: "A tagged error: its " },
    { kind: "code", text: "`_tag`" },
    { kind: "text", text: " is " },
    { kind: "code", text: `\`"${error.name}"\`` },
    { kind: "text", text: ", and " },
    { kind: "code", text: `\`Effect.catchTag("${error.name}", …)\`` },
    { kind: "text", text: " handles it." }
  ])
}

/** Whether the parent of a member is an expression, such as `Schema.TaggedError<…>()(…)`, which no page describes. */
const isExpression = (origin: SomeType | undefined): boolean =>
  origin instanceof ReferenceType && origin.name.includes("(")

export const describeEffectClasses = (project: ProjectReflection): void => {
  for (const reflection of Object.values(project.reflections)) {
    if (!(reflection instanceof DeclarationReflection || reflection instanceof SignatureReflection)) continue
    if (isExpression(reflection.inheritedFrom)) delete reflection.inheritedFrom
    if (isExpression(reflection.overwrites)) delete reflection.overwrites
    if (!(reflection instanceof DeclarationReflection) || reflection.kind !== ReflectionKind.Class) continue
    const shape = shapeOf(reflection)
    if (shape !== undefined) describeService(reflection, shape)
    else if (isTaggedError(reflection)) describeError(reflection)
  }
}
