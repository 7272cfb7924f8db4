/**
 * Describes the classes of Effect as their users see them. TypeDoc describes what the compiler sees: a service extends an
 * internal `Shape` and has a constructor that takes `never`, and each member of an error repeats the schema of the error.
 */
import {
  Comment,
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

const describeService = (service: DeclarationReflection, shape: SomeType): void => {
  for (const member of service.children?.filter(({ kind }) => kind === ReflectionKind.Constructor) ?? []) {
    service.project.removeReflection(member)
  }
  delete service.extendedTypes
  delete service.typeHierarchy
  service.comment ??= new Comment()
  service.comment.summary.push(
    ...(service.comment.hasVisibleComponent() ? [{ kind: "text" as const, text: "\n\n" }] : []),
    { kind: "text", text: "An Effect service: " },
    { kind: "code", text: `\`yield* ${service.name}\`` },
    { kind: "text", text: " gives " },
    ...(shape instanceof ReferenceType && shape.reflection !== undefined
      ? [{ kind: "inline-tag" as const, tag: "@link" as const, text: shape.name, target: shape.reflection }]
      : [{ kind: "code" as const, text: `\`${shape.toString()}\`` }]),
    { kind: "text", text: "." }
  )
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
  }
}
