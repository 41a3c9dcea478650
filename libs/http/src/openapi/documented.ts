/** Adds decorators that document the operation to the decorator of a parameter. */
export function documented(
  parameter: ParameterDecorator,
  ...documentation: MethodDecorator[]
): ParameterDecorator {
  return (target, name, index) => {
    parameter(target, name, index);
    const method = Object.getOwnPropertyDescriptor(target, name!)!;
    for (const document of documentation) document(target, name!, method);
  };
}
