class FastMCPError(Exception):
    pass


class ValidationError(FastMCPError):
    pass


class ToolError(FastMCPError):
    pass
