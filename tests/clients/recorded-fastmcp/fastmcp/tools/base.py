class ToolResult:
    def __init__(self, content=None, structured_content=None, meta=None, is_error=False):
        self.content, self.structured_content, self.meta, self.is_error = content, structured_content, meta, is_error


class InputRequiredToolResult(ToolResult):
    pass
