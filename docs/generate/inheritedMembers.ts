/**
 * Leaves members that an interface or a class has from one with a description of its own to that description, which "Extends"
 * links to. Repeated in each of its heirs, they would be most of the largest pages.
 */
import { DeclarationReflection, type ProjectReflection, ReferenceType, ReflectionKind, type SomeType } from "typedoc"

const isDescribed = (origin: SomeType | undefined): boolean =>
  origin instanceof ReferenceType && origin.reflection !== undefined

export const leaveInheritedMembersOut = (project: ProjectReflection): void => {
  for (const reflection of Object.values(project.reflections)) {
    if (!(reflection instanceof DeclarationReflection) || !reflection.kindOf(ReflectionKind.ClassOrInterface)) continue
    for (const member of reflection.children?.slice() ?? []) {
      const { inheritedFrom } = member
      const signatures = member.signatures ?? []
      if (isDescribed(inheritedFrom) || signatures.some((signature) => isDescribed(signature.inheritedFrom)))
        project.removeReflection(member)
    }
  }
}
